/** The page of a video. */
export const videoUrl = (id: string): string => `https://www.twitch.tv/videos/${id}`;

/** While a video is made its picture is missing, or one that says so. */
export const isProcessing = (thumbnail: string): boolean => thumbnail === '' || thumbnail.includes('/404_processing_');

/** Helix writes `%{width}` in pictures of videos and `{width}` in others; GQL some size. */
export const withBraces = (thumbnail: string): string =>
  thumbnail.replaceAll('%{', '{').replace(/-\d+x\d+(?=\.\w+$)/, '-{width}x{height}');
