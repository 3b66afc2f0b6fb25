import { type Words } from '#libs/contracts';
import { type KeepRule, words } from '#libs/domain';

const KEPT: Readonly<Record<KeepRule, string>> = {
  'protected': 'protected',
  'archived': 'archived',
  'favourite': 'has a favourite category',
  'commented': 'has a comment',
  'muted': 'muted at its site',
  'deleted-at-site': 'gone from its site',
};

/** Which rules keep a VOD. @param rules one or more */
export const keptBy = (rules: readonly KeepRule[]): Words =>
  rules.map((rule) => words(KEPT[rule])).reduce((first, rest) => words('{{first}}, {{rest}}', { first, rest }));
