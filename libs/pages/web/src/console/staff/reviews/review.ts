import type { Row } from '../../wire';

export type Review = Row<'adminKycQueue'>;

export const pathOf = ({ user, document_id: id }: Review): string => `/admin/identity/${user.id}/${id}`;
