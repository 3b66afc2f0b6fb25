/** Line ends, tabs and other controls become spaces. */
const CONTROLS = /\p{Cc}+/gu;
/** Explicit directions (UAX 9 section 2) reach past the message that carries them; direction comes from the letters. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;

/** A text as it can stand in one flow of words: the message in the file stays as it was. */
export const cleanText = (text: string): string => text.replace(CONTROLS, ' ').replace(DIRECTIONS, '');
