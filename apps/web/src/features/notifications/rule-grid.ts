import { type NotificationCategory, type NotificationRule } from '#libs/contracts';

export interface RuleState {
  readonly on: boolean;
  /** The channel has a rule of its own. */
  readonly own: boolean;
}

/**
 * Whether a receiver gets a category.
 * @param channel null: the rule for all channels
 */
export function ruleState(
  rules: readonly NotificationRule[],
  {
    receiver,
    category,
    channel,
  }: { readonly receiver: string; readonly category: NotificationCategory; readonly channel: string | null },
): RuleState {
  const of = (uuid: string | null): NotificationRule | undefined =>
    rules.find((rule) => rule.receiver === receiver && rule.category === category && rule.channel_uuid === uuid);
  const own = channel === null ? undefined : of(channel);
  return { on: (own ?? of(null))?.on === true, own: own !== undefined };
}
