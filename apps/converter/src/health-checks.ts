import { message, verbatim } from '#libs/messages';
import { output } from '#libs/process';
import { type Check } from '#libs/service-kit';

/** A converter without ffmpeg takes commands and fails each of them: it says so before. */
export const ffmpegCheck: Check = {
  name: 'ffmpeg',
  run: async (signal) =>
    verbatim(
      (await output({ file: 'ffmpeg', args: ['-hide_banner', '-version'], signal })).split(' Copyright')[0] ?? '',
    ),
  remedy: message('health.ffmpeg-remedy'),
};
