import { z } from 'zod';
import { localized } from '../localized.js';
import { templateText, textUpTo } from '../settings/setting-def.js';
import { VOD_VARIABLES } from '../settings/template-variables.js';
import { defineRoute, Uuid } from './route.js';

const line = textUpTo(400, false);
const Template = templateText(VOD_VARIABLES, 400);

/**
 * v0's rename; its message is the new base name. `folder_template` (addition to v0): without it the folder stays, or is
 * renamed too if it has the name of the VOD. A name that another VOD has gets a number; {@link previewName} shows it in
 * advance.
 */
export const renameVod = defineRoute({
  method: 'POST',
  path: '/api/v0/vod/:uuid/rename',
  level: 'admin',
  summary: 'Rename a VOD and its files',
  params: Uuid,
  body: z.strictObject({ template: Template.min(1), folder_template: Template.optional() }),
  errors: { 'vod-missing': 404, 'vod-busy': 409 },
});

/**
 * Renders a template while it is typed, for a VOD or an example. A template that could not be saved is answered too:
 * `valid` is false, and `warnings` says why.
 */
export const previewName = defineRoute({
  method: 'POST',
  path: '/api/v0/naming/preview',
  level: 'admin',
  summary: 'Preview a name template',
  body: z.strictObject({ template: line, folder_template: line.optional(), vod: z.uuid().optional() }),
  data: z.object({
    name: z.string(),
    folder: z.string(),
    /** Path that it would have in the library. */
    path: z.string(),
    valid: z.boolean(),
    warnings: z.array(localized()),
    variables: z.record(z.string(), z.string()),
  }),
  errors: { 'vod-missing': 404 },
});
