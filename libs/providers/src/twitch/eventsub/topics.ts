/** What is subscribed for each channel, with the version we read. None asks for a right of the channel's owner. */
export const TOPIC_VERSIONS: ReadonlyMap<string, string> = new Map([
  ['stream.online', '1'],
  ['stream.offline', '1'],
  ['channel.update', '2'],
]);
export const TOPICS: readonly string[] = [...TOPIC_VERSIONS.keys()];
