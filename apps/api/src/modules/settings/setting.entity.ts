import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A setting that differs from its default. */
@Entity('setting')
export class SettingEntity {
  @PrimaryColumn('text') key!: string;
  @Column('jsonb') value!: unknown;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt!: Date;
}
