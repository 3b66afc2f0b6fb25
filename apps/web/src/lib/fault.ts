import {
  type AppError,
  type FieldFault,
  isAppError,
  messageOf,
  OutsideError,
  UserError,
  untranslated,
} from '#libs/errors';

/** Statuses of a proxy whose server is unavailable. */
const GATEWAY: readonly number[] = [502, 503, 504];
const USER_STATUSES = [400, 401, 403, 404, 409, 410, 413, 429, 501] as const;

/** The server could not be reached: it is restarting, or the network is down. */
export const unreachable = (cause: unknown): OutsideError =>
  new OutsideError(untranslated('api-unreachable', ''), { cause });

/** The error for a failed answer. Its message is the server's own text, empty if there is none. */
export function faultOf(response: Response, answer: Readonly<Record<string, unknown>>): AppError {
  const message = typeof answer['message'] === 'string' ? answer['message'] : '';
  const code = typeof answer['code'] === 'string' ? answer['code'] : `http-${response.status}`;
  const status = USER_STATUSES.find((s) => s === response.status);
  if (status === undefined) {
    // A proxy sends no `code`. The server itself sends one if the database or a site does not answer it.
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

/** The server's errors by field of an input; empty for other errors. */
export const fieldFaultsOf = (thrown: unknown): { readonly path: string; readonly message: string }[] =>
  thrown instanceof UserError
    ? thrown.fields.flatMap(({ path, message }) => (typeof message === 'string' ? [{ path, message }] : []))
    : [];

export const isUnreachable = (thrown: unknown): boolean => isAppError(thrown) && thrown.code === 'api-unreachable';
export const isLoginNeeded = (thrown: unknown): boolean => thrown instanceof UserError && thrown.status === 401;
export const statusOf = (thrown: unknown): number | null => (thrown instanceof UserError ? thrown.status : null);
export const errorText = (thrown: unknown): string => messageOf(thrown);
/**
 * The text for the user.
 * @param away text if the server does not answer
 */
export const faultText = (thrown: unknown, away: string): string => (isUnreachable(thrown) ? away : errorText(thrown));

/**
 * Reads the JSON of an answer; `{}` if a failed answer is not JSON, for example from a proxy.
 * @throws OutsideError `api-unreachable`: if the answer breaks off (the server crashed); `not-json`: if a successful
 *   answer is not JSON
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
