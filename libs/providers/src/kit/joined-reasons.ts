import { message, type MessageParam } from '#libs/messages';

/** Several reasons as one, parted by semicolons; null for none. */
export const joinedReasons = ([first, ...more]: readonly MessageParam[]): MessageParam | null =>
  first === undefined ? null : more.reduce((all, one) => message('site.and', { first: all, second: one }), first);
