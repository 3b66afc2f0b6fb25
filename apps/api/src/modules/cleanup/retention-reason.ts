import { type KeepRule } from '#libs/domain';
import { type Message, message } from '#libs/messages';

/** Describes the rules that protect a VOD from deletion. @param rules one or more */
export const retentionReason = (rules: readonly KeepRule[]): Message =>
  message('text', { text: rules.map((rule) => message(`cleanup.keeps.${rule}`)) });
