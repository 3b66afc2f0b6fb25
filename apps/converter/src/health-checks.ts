import { output } from '#libs/process';
import { type Check } from '#libs/service-kit';

/** A converter without ffmpeg takes commands and fails each of them: it says so before. */
export const ffmpegCheck: Check = {
  name: 'ffmpeg',
  run: async (signal) =>
    (await output({ file: 'ffmpeg', args: ['-hide_banner', '-version'], signal })).split(' Copyright')[0] ?? '',
  remedy: 'Install ffmpeg (Debian: apt-get install ffmpeg) and see that it is on the PATH of Vodkeep.',
};
