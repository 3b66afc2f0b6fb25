/** Text with `{name}` in the place of what is selected, and where the caret goes then. */
export function insertVariable(
  text: string,
  name: string,
  { from, to }: { readonly from: number; readonly to: number },
): { readonly text: string; readonly caret: number } {
  const put = `{${name}}`;
  return { text: text.slice(0, from) + put + text.slice(to), caret: from + put.length };
}
