import { type DeadLetter } from '#libs/contracts';
import { withWords } from '../i18n/carried-words.js';

/** A dead letter as clients see it; what its text is made of goes no further than the door. */
export const presentDeadLetter = ({ values, ...letter }: DeadLetter): DeadLetter =>
  withWords(letter, { error: { text: letter.error, code: letter.code, ...(values && { values }) } });
