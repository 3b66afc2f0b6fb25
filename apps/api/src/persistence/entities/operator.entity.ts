import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The one operator. No row: no password is set. */
@Entity('operator')
export class OperatorEntity {
  /** Always 1: there is one operator. */
  @PrimaryColumn('smallint') id!: number;
  /** argon2id in PHC form. */
  @Column('text', { name: 'password_hash' }) passwordHash!: string;
  @Column('timestamptz', { name: 'changed_at' }) changedAt!: Date;
}
