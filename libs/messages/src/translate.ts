import { de } from './de.js';
import { en } from './en.js';
import { fill, type Texts } from './fill.js';
import { ko } from './ko.js';
import { type Language } from './languages.js';
import { type Message } from './message.js';
import { sv } from './sv.js';

const CATALOGUES: Readonly<Record<Language, Texts>> = { en, sv, ko, de };

/** Translates a message into a language. */
export const translate = (language: Language, message: Message): string => fill(CATALOGUES[language], message);
