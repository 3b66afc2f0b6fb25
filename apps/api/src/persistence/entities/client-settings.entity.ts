import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Settings of the page that the server stores; one row. */
@Entity('client_settings')
export class ClientSettingsEntity {
  @PrimaryColumn('smallint') id!: number;
  @Column('jsonb') value!: Record<string, unknown>;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt!: Date;
}
