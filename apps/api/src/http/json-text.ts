/** Data of an answer that is JSON already: sent as it is. */
export class JsonText {
  constructor(readonly text: string) {}
}
