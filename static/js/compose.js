/* The composer of a position. */

import { begin } from "./edits.js";

// A digit that no suit follows is the number of a meld.
begin({h: "hand", c: "cross", n: "new", s: "solve"}, typed => /^[1-9]$/.test(typed) ? typed : null);
