import { fieldMessage, LANGUAGES } from '#libs/messages';
import { z } from 'zod';

const typed = <T extends z.ZodType>(type: TypeName, schema: T) => [type, schema] as const;
const flag = typed('boolean', z.boolean());
const count = typed('number', z.int().min(0).max(10_000));

/** v0's type name and the schema of each key (docs/reference/v0-api.md). */
const KEYS = {
  useSpeech: flag,
  singlePage: flag,
  enableNotifications: flag,
  animationsEnabled: flag,
  tooltipStatic: flag,
  useRelativeTime: flag,
  useWebsockets: flag,
  useBackgroundRefresh: flag,
  useBackgroundTicker: flag,
  websocketAddressOverride: typed('string', z.string().max(2_000)),
  expandVodList: flag,
  vodsToShowInMenu: count,
  minimizeVodsByDefault: flag,
  language: typed('string', z.enum(LANGUAGES)),
  theme: typed('string', z.enum(['auto', 'dark', 'light'])),
  showOfflineCategoryInSidebar: flag,
  sidemenuWidth: count,
  expandDashboardVodList: flag,
  vodsToShowInDashboard: count,
  jobStatusExpandedByDefault: flag,
  hideChapterTitlesAndGames: flag,
} as const;

type TypeName = 'boolean' | 'number' | 'string';
type Shapes = { readonly [K in keyof typeof KEYS]: (typeof KEYS)[K][1] };
/**
 * Schemas of the settings of a page, by key. The browser stores the settings; the server stores a copy for other
 * browsers.
 */
export const CLIENT_SETTINGS = Object.fromEntries(
  Object.entries<readonly [TypeName, z.ZodType]>(KEYS).map(([key, [type, schema]]) => [
    key,
    checked(key, type, schema),
  ]),
) as unknown as Shapes;

/** Uses v0's error text for a value that is missing or has another type; a value out of range has its own error. */
function checked(key: string, type: TypeName, schema: z.ZodType): z.ZodType {
  return z
    .unknown()
    .superRefine((value, ctx) => {
      if (typeof value !== type)
        ctx.addIssue({ code: 'custom', message: fieldMessage(`field.setting-not-type-${type}`, { key }) });
    })
    .pipe(schema);
}

/** All keys are required, as in v0, except the width of the side menu, which is newer than some clients. */
export const ClientSettings = z.strictObject({
  ...CLIENT_SETTINGS,
  sidemenuWidth: CLIENT_SETTINGS.sidemenuWidth.optional(),
});
export type ClientSettings = z.infer<typeof ClientSettings>;
