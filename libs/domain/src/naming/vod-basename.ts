/** What a VOD is called when no template is set: v0's `{internalName}_{date}_{id}`, with the day in UTC and a short unique tail. */
export function vodBasename(internalName: string, startedAt: Date, vodUuid: string): string {
  const date = startedAt.toISOString().slice(0, 10);
  const time = startedAt.toISOString().slice(11, 19).replaceAll(':', '');
  return `${internalName}_${date}_${time}_${vodUuid.slice(0, 8)}`;
}
