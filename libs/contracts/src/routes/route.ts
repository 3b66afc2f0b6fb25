import { fieldMessage } from '#libs/messages';
import { z } from 'zod';

/**
 * Who may call: `none` everybody; `guest` everybody while no password is set or guest mode is on; `admin` a logged-in
 * user (or a caller on loopback while no password is set).
 */
export type Level = 'none' | 'guest' | 'admin';

/** A route for server, page and OpenAPI. Created by {@link defineRoute}. */
export interface RouteDef {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Express-style path below the basepath. */
  readonly path: `/api/v0/${string}`;
  readonly level: Level;
  readonly summary: string;
  readonly params: z.ZodObject;
  readonly query: z.ZodObject;
  readonly body: z.ZodType;
  /** Type of `data`; `z.undefined()` if the answer has none. */
  readonly data: z.ZodType;
  /**
   * `envelope`: `{status:'OK', data?, message?}`; `bare`: the object itself (auth routes, as in v0); `raw`: not JSON
   * (playlists, media).
   */
  readonly shape: 'envelope' | 'bare' | 'raw';
  /** Codes of UserErrors that a caller can cause, with the HTTP status. */
  readonly errors: Readonly<Record<string, number>>;
  /**
   * For an edit that names the version it is based on: type of the current values in `data` if that version is not
   * current (409 `edit-conflict`). Nothing is saved then.
   */
  readonly conflict?: z.ZodType;
  /** A GET of v0 that changes state. It needs a positive sign of a page of Vodkeep or of a script (docs/security.md). */
  readonly changesState?: boolean;
  /** The body is a file, read unchanged whatever its content type is; these are the types to send it as. */
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
const EMPTY_OBJECT = z.strictObject({});

type SchemaOr<T, D> = T extends z.ZodType ? T : D;

/** Defines a route: the single source of its method, path, level and shapes. Unknown keys are refused everywhere. */
export function defineRoute<const R extends RouteInput>(r: R) {
  return {
    params: EMPTY_OBJECT,
    query: EMPTY_OBJECT,
    body: z.undefined(),
    data: z.undefined(),
    shape: 'envelope',
    errors: {},
    ...r,
  } as unknown as R & {
    readonly params: SchemaOr<R['params'], typeof EMPTY_OBJECT>;
    readonly query: SchemaOr<R['query'], typeof EMPTY_OBJECT>;
    readonly body: SchemaOr<R['body'], z.ZodUndefined>;
    readonly data: SchemaOr<R['data'], z.ZodUndefined>;
    readonly shape: R['shape'] extends string ? R['shape'] : 'envelope';
    readonly errors: Readonly<Record<string, number>>;
  };
}

/**
 * A decimal number in a URL. Refuses an empty value, `0x10`, `1e3`, `NaN` and `Infinity`, which JavaScript would accept
 * as numbers.
 */
export const numberText = <T extends z.ZodType<number>>(of: T) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^-?\d{1,15}(\.\d{1,9})?$/.test(value) ? Number(value) : value),
    of,
  );

/** A switch in a URL, in the format of v0; {@link isYes} reads it. */
export const YesNo = z.enum(['0', '1', 'true', 'false']);
/** Value of a switch; absent means no. */
export const isYes = (text: z.infer<typeof YesNo> | undefined): boolean => text === '1' || text === 'true';

/** Optional body of a call without input: absent, or an empty object. */
export const NoBody = z.strictObject({}).optional();

/** A long operation answers at once, with the name of its job. */
export const JobStarted = z.object({ job: z.string() });

/** Parameters of a route to one entity. */
export const Uuid = z.strictObject({ uuid: z.uuid() });

/** Parameters of a route to one site. */
export const SiteRef = z.strictObject({
  kind: z.string().regex(/^[a-z0-9-]{1,32}$/, fieldMessage('field.not-site-name')),
});

/** A list index in a URL, from 0, as v0 sends it. */
export const ListIndex = z
  .string()
  .regex(/^\d{1,6}$/, fieldMessage('field.whole-number-from-0'))
  .transform(Number);

/** Parameters of a route to one channel: its uuid or its login, because scripts use either. */
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
