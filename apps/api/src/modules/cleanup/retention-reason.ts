import { type KeepRule } from '#libs/domain';
import { type Message, message } from '#libs/messages';

/** Which rules keep a VOD. @param rules one or more */
export const retentionReason = (rules: readonly KeepRule[]): Message =>
  message('text', { text: rules.map((rule) => message(`cleanup.keeps.${rule}`)) });
