import { fieldMessage } from '#libs/messages';
import { z } from 'zod';

/**
 * Who may call: `none` anybody, `guest` anybody while no password is set or guest mode is on, `admin` a login (or
 * loopback while no password is set).
 */
export type Level = 'none' | 'guest' | 'admin';

/** A route as server, page and OpenAPI read it. Made by {@link defineRoute}. */
export interface RouteDef {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Express-style path below the basepath. */
  readonly path: `/api/v0/${string}`;
  readonly level: Level;
  readonly summary: string;
  readonly params: z.ZodObject;
  readonly query: z.ZodObject;
  readonly body: z.ZodType;
  /** What stands in `data`; `z.undefined()` where the answer has none. */
  readonly data: z.ZodType;
  /**
   * `envelope`: `{status:'OK', data?, message?}`; `bare`: the object itself (auth routes, as v0); `raw`: not JSON
   * (playlists, media).
   */
  readonly shape: 'envelope' | 'bare' | 'raw';
  /** Codes of UserErrors a caller can provoke, with the HTTP status. */
  readonly errors: Readonly<Record<string, number>>;
  /**
   * Of an edit that may name the version it was made from: the current values that stand in `data` when that version is
   * not the current one (409 `edit-conflict`). Nothing is saved then.
   */
  readonly conflict?: z.ZodType;
  /** A GET of v0 that changes something: a page of another site may not call it, as none may call a POST. */
  readonly changesState?: boolean;
  /** The body is a file, read as it comes whatever its type is said to be; these are the types to send it as. */
  readonly file?: readonly string[];
}

interface RouteInput {
  readonly method: RouteDef['method'];
  readonly path: RouteDef['path'];
  readonly level: Level;
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly data?: z.ZodType;
  readonly shape?: RouteDef['shape'];
  readonly errors?: RouteDef['errors'];
  readonly conflict?: z.ZodType;
  readonly changesState?: boolean;
  readonly file?: RouteDef['file'];
}
const NOTHING = z.strictObject({});

type Or<T, D> = T extends z.ZodType ? T : D;

/**
 * Defines a route: the one place its method, path, level and shapes are written. Unknown keys are refused everywhere.
 */
export function defineRoute<const R extends RouteInput>(r: R) {
  return {
    params: NOTHING,
    query: NOTHING,
    body: z.undefined(),
    data: z.undefined(),
    shape: 'envelope',
    errors: {},
    ...r,
  } as unknown as R & {
    readonly params: Or<R['params'], typeof NOTHING>;
    readonly query: Or<R['query'], typeof NOTHING>;
    readonly body: Or<R['body'], z.ZodUndefined>;
    readonly data: Or<R['data'], z.ZodUndefined>;
    readonly shape: R['shape'] extends string ? R['shape'] : 'envelope';
    readonly errors: Readonly<Record<string, number>>;
  };
}

/**
 * A number in an address, as the digits of a person: neither nothing, nor `0x10`, `1e3`, `NaN` or `Infinity`, all of
 * which JavaScript reads as numbers too.
 */
export const numberText = <T extends z.ZodType<number>>(of: T) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^-?\d{1,15}(\.\d{1,9})?$/.test(value) ? Number(value) : value),
    of,
  );

/** A switch in an address, as v0 sends it: {@link isYes} reads it. */
export const YesNo = z.enum(['0', '1', 'true', 'false']);
/** What a switch says; not sent is no. */
export const isYes = (text: z.infer<typeof YesNo> | undefined): boolean => text === '1' || text === 'true';

/** Body of a call that needs none: not sent, or an empty object. */
export const NoBody = z.strictObject({}).optional();

/** Long work answers at once, with the name of its job. */
export const JobStarted = z.object({ job: z.string() });

/** Parameters of a route to one thing. */
export const Uuid = z.strictObject({ uuid: z.uuid() });

/** Parameters of a route to one channel: its uuid or its login; scripts use either. */
export const ChannelRef = z.strictObject({
  uuid: z
    .string()
    .min(1)
    .max(128)
    .regex(/^[^\p{Cc}/\\]+$/u, fieldMessage('field.not-uuid-or-login')),
});

/** Fills a route's path: `pathOf(getVod, {uuid})`. Values are percent-encoded. */
export function pathOf(route: Pick<RouteDef, 'path'>, params: Readonly<Record<string, string>> = {}): string {
  return route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}
