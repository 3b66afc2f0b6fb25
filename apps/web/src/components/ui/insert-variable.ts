/** Replaces the selection by `{name}`, and returns the new text and the new caret position. */
export function insertVariable(
  text: string,
  name: string,
  { from, to }: { readonly from: number; readonly to: number },
): { readonly text: string; readonly caret: number } {
  const put = `{${name}}`;
  return { text: text.slice(0, from) + put + text.slice(to), caret: from + put.length };
}
