import { fieldMessage } from '#libs/messages';
import { z } from 'zod';

/** 26 characters, Crockford base32, sorts by creation time. Source: github.com/ulid/spec. */
export const Ulid = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/, fieldMessage('field.not-ulid'));
