import { CLIENT_SETTINGS, ClientSettings, getClientSettings, putClientSettings } from '#libs/contracts';
import { UserError } from '#libs/errors';
import { message, withEnglish } from '#libs/messages';
import { Controller } from '@nestjs/common';
import { ValidatedInput, type Input } from '../../http/validated-input.js';
import { Implements, type Result } from '../../http/implements-route.js';
import { parseInput } from '../../platform/input-faults.js';
import { ClientSettingsRepository } from '../../persistence/repositories/client-settings.repository.js';

/**
 * Drops saved values that do not match the schema (edited by hand or saved by another version). The page uses its
 * defaults for them.
 */
const validValuesOf = (saved: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(CLIENT_SETTINGS).flatMap(([key, schema]) => {
      const read = schema.safeParse(saved[key]);
      return read.success ? [[key, read.data]] : [];
    }),
  );

@Controller()
export class ClientSettingsController {
  constructor(private readonly rows: ClientSettingsRepository) {}

  @Implements(getClientSettings)
  async get(
    @ValidatedInput(getClientSettings) _: Input<typeof getClientSettings>,
  ): Promise<Result<typeof getClientSettings>> {
    return { data: validValuesOf((await this.rows.find()) ?? {}) };
  }

  @Implements(putClientSettings)
  async put(
    @ValidatedInput(putClientSettings) { body }: Input<typeof putClientSettings>,
  ): Promise<Result<typeof putClientSettings>> {
    const { data, faults: fields } = parseInput(ClientSettings, body, 'body');
    if (fields) {
      // The message of the v0 answer contains only the first fault.
      throw new UserError(withEnglish(fields[0]?.message ?? message('field.not-valid')), {
        code: 'invalid-input',
        fields,
      });
    }
    await this.rows.put(data, new Date());
    return { message: message('answer.client-settings-saved') };
  }
}
