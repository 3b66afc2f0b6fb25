import { UserError } from '#libs/errors';
import { message } from '#libs/messages';

/** Deeper than any request of a client: they need about 6 levels. */
export const MAX_JSON_DEPTH = 32;

/** Whether a parsed JSON value is nested deeper than this. It does not recurse: a deep value would overflow the stack. */
export function isDeeperThan(value: unknown, depth: number): boolean {
  let level = [value];
  for (let left = depth; level.length > 0; left -= 1) {
    const inner = level.filter((one): one is object => typeof one === 'object' && one !== null);
    if (inner.length > 0 && left === 0) return true;
    level = inner.flatMap((one) => Object.values(one) as unknown[]);
  }
  return false;
}

export const jsonTooDeep = (): UserError =>
  new UserError(message('error.json-too-deep', { n: MAX_JSON_DEPTH }), { status: 400 });
