/**
 * ffmpeg counts a transport stream's time from the first sample of the streams that are *used*. So whoever reads the
 * picture also takes the sound along (to nowhere), and the other way round: both then count from the same moment.
 */
export const countFromBoth = (other: 'a' | 'v'): string[] => ['-map', `0:${other}:0?`, '-c', 'copy', '-f', 'null', '-'];
