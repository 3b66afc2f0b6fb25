interface Accepted {
  readonly field: string;
  /** `*`: every value of the field. */
  readonly what: string;
  readonly why: string;
}
const LISTS_AS_TEXT: readonly Accepted[] = [
  { field: 'body.match', what: 'text', why: 'v0 forms send lists as text' },
  { field: 'body.source_hosts', what: 'text', why: 'the page sends lists as text' },
];

/** Values that have the wrong type but that the API accepts, with the reason. */
export const ACCEPTED: Readonly<Record<string, readonly Accepted[]>> = {
  'POST /channels': LISTS_AS_TEXT,
  'PUT /channels/:uuid': LISTS_AS_TEXT,
  'POST /notifications/test': [{ field: 'body.provider', what: '*', why: 'as in v0, it has no effect' }],
};
