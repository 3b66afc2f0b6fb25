interface Accepted {
  readonly field: string;
  /** `*`: every value of the field. */
  readonly what: string;
  readonly why: string;
}
const LIST_AS_TEXT: Accepted = { field: 'body.match', what: 'text', why: 'v0 forms send lists as text' };

/** Values that have the wrong type but that the API accepts, with the reason. */
export const ACCEPTED: Readonly<Record<string, readonly Accepted[]>> = {
  'POST /channels': [LIST_AS_TEXT],
  'PUT /channels/:uuid': [LIST_AS_TEXT],
};
