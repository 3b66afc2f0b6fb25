import { deleteKeyValue, deleteKeyValues, getKeyValue, listKeyValues, putKeyValue } from '#libs/contracts';
import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { Controller } from '@nestjs/common';
import { editConflict, isStale, logReplaced } from '../../platform/edit-conflict.js';
import { ValidatedInput, type Input } from '../../http/validated-input.js';
import { Clock } from '../../platform/clock.js';
import { Implements, type Result } from '../../http/implements-route.js';
import { type KeyValueEntity } from '../../persistence/entities/keyvalue.entity.js';
import { KeyValueRepository } from '../../persistence/repositories/keyvalue.repository.js';

const missing = () => new UserError(message('error.key-missing.value'), { status: 404 });
const view = ({ value, createdAt, expiresAt, version }: KeyValueEntity) => ({
  value,
  created: createdAt.toISOString(),
  ...(expiresAt ? { expires: expiresAt.toISOString() } : {}),
  version,
});

@Controller()
export class KeyValueController {
  constructor(
    private readonly rows: KeyValueRepository,
    private readonly clock: Clock,
  ) {}

  @Implements(listKeyValues)
  async list(@ValidatedInput(listKeyValues) _: Input<typeof listKeyValues>): Promise<Result<typeof listKeyValues>> {
    return { data: Object.fromEntries((await this.rows.all(this.now())).map((row) => [row.key, view(row)])) };
  }

  @Implements(getKeyValue)
  async get(@ValidatedInput(getKeyValue) { params }: Input<typeof getKeyValue>): Promise<Result<typeof getKeyValue>> {
    const row = await this.rows.find(params.key, this.now());
    if (!row) throw missing();
    return { data: view(row) };
  }

  @Implements(putKeyValue)
  async put(
    @ValidatedInput(putKeyValue) { params, body }: Input<typeof putKeyValue>,
  ): Promise<Result<typeof putKeyValue>> {
    const value = body?.value ?? '';
    if (value === '')
      throw new UserError(message('error.no-value'), {
        fields: [{ path: 'value', message: message('field.required') }],
      });
    const expiresAt = this.expiryOf(body?.expires);
    const row = { key: params.key, value, createdAt: this.now(), expiresAt };
    return { data: view(await this.save(row, body?.version)), message: message('answer.value-saved') };
  }

  @Implements(deleteKeyValue)
  async remove(
    @ValidatedInput(deleteKeyValue) { params }: Input<typeof deleteKeyValue>,
  ): Promise<Result<typeof deleteKeyValue>> {
    if (!(await this.rows.remove(params.key, this.now()))) throw missing();
    return { message: message('answer.key-deleted') };
  }

  @Implements(deleteKeyValues)
  async clear(
    @ValidatedInput(deleteKeyValues) _: Input<typeof deleteKeyValues>,
  ): Promise<Result<typeof deleteKeyValues>> {
    await this.rows.clear();
    return { message: message('answer.all-keys-deleted') };
  }

  /** @throws UserError `edit-conflict` (409): `version` is not the current one */
  private async save(row: Omit<KeyValueEntity, 'version'>, version: number | undefined): Promise<KeyValueEntity> {
    const { before, saved } = await this.rows.put(row, (now) => !isStale(version, now?.version ?? 0));
    if (!saved) throw editConflict(putKeyValue, before && view(before));
    if (version === undefined)
      logReplaced('key-values', [{ name: row.key, was: before?.value ?? null, now: row.value }]);
    return saved;
  }

  private expiryOf(text: string | null | undefined): Date | null {
    if (typeof text !== 'string') return null;
    const expiresAt = new Date(text);
    if (expiresAt <= this.now())
      throw new UserError(message('error.expiry-past'), {
        fields: [{ path: 'expires', message: message('field.in-the-future') }],
      });
    return expiresAt;
  }

  private now(): Date {
    return new Date(this.clock.now());
  }
}
