"""The site: pages, errors and what they are made from. It knows the packages below; none of them knows it."""
