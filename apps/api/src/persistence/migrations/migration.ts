import { BugError } from '#libs/errors';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** A migration as TypeORM runs it, with its requirement for code that uses the database afterwards. */
export interface SchemaMigration extends MigrationInterface {
  /** What it does and when it was written: `AddVodMood1767225600000`. TypeORM runs migrations in order of the number. */
  readonly name: string;
  /** The oldest migration that code must know to run on the database from then on; null: unchanged. */
  readonly floor: string | null;
}

type Up = (q: QueryRunner) => Promise<unknown>;

/**
 * A migration that only adds, so that older code reads and writes as before: tables, nullable columns, columns with a
 * default, indexes that are not unique. migrations.medium.spec.ts compares the schema before and after.
 */
export const expanding = (name: string, up: Up): new () => SchemaMigration => migration({ name, floor: null }, up);

/**
 * A migration that removes or restricts: drops, renames, other types, further constraints.
 * @param floor name of the oldest migration that code must know to run on the database afterwards. Code of that version
 *   must not use the removed things. To keep a version possible to roll back, the code stops using them one version
 *   before the drop.
 */
export const contracting = (
  { name, floor }: { readonly name: string; readonly floor: string },
  up: Up,
): new () => SchemaMigration =>
  migration({ name, floor }, async (q) => {
    await up(q);
    await q.query(
      `INSERT INTO schema_compatibility (floor) VALUES ($1) ON CONFLICT (one) DO UPDATE SET floor = excluded.floor`,
      [floor],
    );
  });

function migration({ name, floor }: Pick<SchemaMigration, 'name' | 'floor'>, up: Up): new () => SchemaMigration {
  return class implements SchemaMigration {
    readonly name = name;
    readonly floor = floor;

    async up(q: QueryRunner): Promise<void> {
      await up(q);
    }

    down(): Promise<void> {
      return Promise.reject(new BugError('forward-only', 'Migrations go forward only.'));
    }
  };
}
