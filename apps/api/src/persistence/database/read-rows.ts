import { type ObjectLiteral } from 'typeorm';
import { type Tx } from './tx.js';

/**
 * Reads entities for lists of thousands, without the ORM's cost per entity. The caller passes the query. Its columns
 * become properties, with their transformers; columns that are not selected are undefined.
 */
export async function readRows<E extends ObjectLiteral>(
  tx: Tx,
  entity: new () => E,
  { sql, values = [] }: { readonly sql: string; readonly values?: readonly unknown[] },
): Promise<E[]> {
  const columns = tx.dataSource.getMetadata(entity).columns;
  const rows = await tx.query<Record<string, unknown>[]>(sql, [...values]);
  const selected = columns.filter((column) => rows[0] !== undefined && column.databaseName in rows[0]);
  return rows.map((row) => {
    const read = new entity();
    for (const { databaseName, propertyName, transformer } of selected) {
      const value = row[databaseName];
      (read as Record<string, unknown>)[propertyName] =
        transformer && 'from' in transformer ? (transformer.from(value) as unknown) : value;
    }
    return read;
  });
}
