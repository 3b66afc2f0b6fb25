/** Names of jobs as in v0 (docs/reference/v0-api.md#jobs). `DELETE /jobs/capture_{internalName}_*` finds a capture. */
export const captureJobName = (vod: { readonly channelName: string; readonly streamId: string }): string =>
  `capture_${vod.channelName}_${vod.streamId}`;
/** Name of the job that makes the chat file. v0 has no such job, because its dumper writes the file itself. */
export const chatJobName = (vod: { readonly basename: string }): string => `chat_${vod.basename}`;
export const remuxJobName = (vod: { readonly basename: string }): string => `remux_${vod.basename}`;
