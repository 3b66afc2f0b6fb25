/** Type of a plain value: `s` text, `n` number, `b` boolean, `iso` ISO time in UTC with ms, `any` anything present. */
export type Atom = 's' | 'n' | 'b' | 'iso' | 'any';
/** The shape of a v0 answer as a value. Additional fields are allowed. */
export type Shape = Atom | Tagged | Fields;
export interface Fields {
  readonly [field: string]: Shape;
}
/** A shape that is not an atom or an object with fixed fields; made with the functions below. */
export type Tagged =
  | { readonly $: 'opt'; readonly of: Shape }
  | { readonly $: 'list'; readonly of: Shape }
  | { readonly $: 'map'; readonly of: Shape }
  | { readonly $: 'or'; readonly of: readonly Shape[] }
  | { readonly $: 'is'; readonly of: string | number | boolean }
  | { readonly $: 'text'; readonly of: string };

/** The key is absent while unset; null counts as absent, because clients treat both alike. */
export const opt = (of: Shape): Shape => ({ $: 'opt', of });
/** A list; every entry has this shape. */
export const list = (of: Shape): Shape => ({ $: 'list', of });
/** An object used as a map: any keys, values of one shape. */
export const map = (of: Shape): Shape => ({ $: 'map', of });
/** Any one of these shapes. */
export const or = (...of: Shape[]): Shape => ({ $: 'or', of });
/** Exactly this value. */
export const is = (of: string | number | boolean): Shape => ({ $: 'is', of });
/** An exact text; `{}` stands for a part that changes from call to call. */
export const text = (of: string): Shape => ({ $: 'text', of });

/** One answer: its HTTP status and its JSON body, or the kind of a body that is not JSON. */
export interface Answer {
  readonly status: number;
  readonly body: Shape | 'plain' | 'html' | 'empty';
}
/** `METHOD /path` below `/api/v0`, parameters as `{name}` -> case -> answer. */
export type Fixtures = Readonly<Record<string, Readonly<Record<string, Answer>>>>;

const OK = is('OK');
/** Success with data, and a message if one is given. */
export const ok = (data: Shape, message?: string): Answer => ({
  status: 200,
  body: { status: OK, data, ...(message === undefined ? {} : { message: text(message) }) },
});
/** Success with a message only. */
export const answerText = (message: string): Answer => ({ status: 200, body: { status: OK, message: text(message) } });
/** Success without data or a message. */
export const done: Answer = { status: 200, body: { status: OK } };
export const error = (status: number, message: string): Answer => ({
  status,
  body: { status: is('ERROR'), message: text(message) },
});
