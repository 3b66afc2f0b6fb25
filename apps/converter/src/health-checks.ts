import { message, verbatim } from '#libs/messages';
import { output } from '#libs/process';
import { type Check } from '#libs/service-kit';

/** Without ffmpeg a converter would take commands and fail each of them. This check reports it in advance. */
export const ffmpegCheck: Check = {
  name: 'ffmpeg',
  run: async (signal) =>
    verbatim(
      (await output({ file: 'ffmpeg', args: ['-hide_banner', '-version'], signal })).split(' Copyright')[0] ?? '',
    ),
  remedy: message('health.ffmpeg-remedy'),
};
