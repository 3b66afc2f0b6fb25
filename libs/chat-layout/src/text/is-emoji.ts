const PICTURE = /\p{Emoji_Presentation}|\p{Emoji}\uFE0F|\p{Regional_Indicator}{2}|[0-9#*]\uFE0F?\u20E3/u;
const AS_TEXT = /^.\uFE0E$/u;

/**
 * Whether a cluster is drawn as a colour picture: one box, whatever it is joined of (UTS 51). A variation selector 15
 * asks for text.
 */
export const isEmoji = (cluster: string): boolean =>
  cluster > '\x7f' || cluster.length > 1 ? PICTURE.test(cluster) && !AS_TEXT.test(cluster) : false;
