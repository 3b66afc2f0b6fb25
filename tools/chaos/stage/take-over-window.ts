/**
 * Segments of 1 s in the list, and recorded before the strike: a take-over lasts 5 to 7 s, and when it is done the list
 * no longer holds the beginning. So the first recorder's part is needed, and the second one's alone would show as lost.
 */
export const TAKE_OVER_WINDOW = 11;
