import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What a page keeps of its own settings on the server; one row. */
@Entity('client_settings')
export class ClientSettingsEntity {
  @PrimaryColumn('smallint') id!: number;
  @Column('jsonb') value!: Record<string, unknown>;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt!: Date;
}
