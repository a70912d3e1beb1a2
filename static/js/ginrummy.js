/* Gin Rummy: the same way to lay cards in as the composer's. */

import { begin } from "./edits.js";

begin({h: "hand", o: "other"});
