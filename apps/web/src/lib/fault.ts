import {
  type AppError,
  type FieldFault,
  isAppError,
  messageOf,
  OutsideError,
  UserError,
  untranslated,
} from '#libs/errors';

/** Statuses of a proxy in front of a server that is away. */
const GATEWAY: readonly number[] = [502, 503, 504];
const USER_STATUSES = [400, 401, 403, 404, 409, 410, 413, 429, 501] as const;

/** The server could not be reached at all: it is restarting, or the network is away. */
export const unreachable = (cause: unknown): OutsideError =>
  new OutsideError(untranslated('api-unreachable', ''), { cause });

/** The error that a failed answer stands for. Its message is the server's own text, empty when it sent none. */
export function faultOf(response: Response, answer: Readonly<Record<string, unknown>>): AppError {
  const message = typeof answer['message'] === 'string' ? answer['message'] : '';
  const code = typeof answer['code'] === 'string' ? answer['code'] : `http-${response.status}`;
  const status = USER_STATUSES.find((s) => s === response.status);
  if (status === undefined) {
    // A proxy has no code of ours: the server itself says so when the database, or a site, does not answer it.
    const isProxy = GATEWAY.includes(response.status) && answer['code'] === undefined;
    return new OutsideError(untranslated(isProxy ? 'api-unreachable' : code, message), {
      data: { status: response.status },
    });
  }
  return new UserError(untranslated(code, message), {
    status,
    fields: fieldsOf(answer['fields']),
    answer: answer['data'],
    data: { retryAfterS: Number(response.headers.get('retry-after') ?? 0) },
  });
}

function fieldsOf(raw: unknown): FieldFault[] {
  return Array.isArray(raw)
    ? raw.filter((f: unknown): f is FieldFault => typeof f === 'object' && f !== null && 'path' in f && 'message' in f)
    : [];
}

/** What is wrong with which field of an input, in the words of the server; none where it is another fault. */
export const fieldFaultsOf = (thrown: unknown): { readonly path: string; readonly message: string }[] =>
  thrown instanceof UserError
    ? thrown.fields.flatMap(({ path, message }) => (typeof message === 'string' ? [{ path, message }] : []))
    : [];

export const isUnreachable = (thrown: unknown): boolean => isAppError(thrown) && thrown.code === 'api-unreachable';
export const isLoginNeeded = (thrown: unknown): boolean => thrown instanceof UserError && thrown.status === 401;
export const statusOf = (thrown: unknown): number | null => (thrown instanceof UserError ? thrown.status : null);
export const errorText = (thrown: unknown): string => messageOf(thrown);
/** What to tell a person. @param away said when the server does not answer */
export const faultText = (thrown: unknown, away: string): string => (isUnreachable(thrown) ? away : errorText(thrown));

/**
 * The JSON of an answer; `{}` of a failed one that is none, as a proxy sends it.
 * @throws OutsideError `api-unreachable` when it breaks off (the server died over it), `not-json` when a good one is none
 */
export async function readAnswer(response: Response): Promise<Record<string, unknown>> {
  const text = await response.text().catch((thrown: unknown) => {
    throw unreachable(thrown);
  });
  try {
    const json: unknown = JSON.parse(text === '' ? '{}' : text);
    return typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {};
  } catch (cause) {
    if (response.ok) throw new OutsideError(untranslated('not-json', ''), { cause });
    return {};
  }
}
