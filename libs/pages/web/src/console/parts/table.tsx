import type { ComponentChildren } from 'preact';
import { to } from '../mode';
import { t } from '../texts';
import type { Reading } from '../use-read';
import { Fault, Loading } from './states';

export interface Column<Row> {
  name: string;
  cell: (row: Row) => ComponentChildren;
  isNumber?: boolean;
  /** Where the cell stands in the card that a row is on a phone; left out there where absent. */
  phone?: 'lead' | 'side' | 'under' | 'end';
  /** Takes the room that is left, and is cut where it is longer. */
  isWide?: boolean;
}

interface TableProps<Row> {
  /** Read to those who do not see the page. */
  name: string;
  columns: Column<Row>[];
  rows: Row[];
  id: (row: Row) => string;
  /** The page that a row opens; null: none. */
  path?: (row: Row) => string | null;
  isBusy?: boolean;
}

/** Old rows stay, pale, until the new ones are there. A row opens its page by its first cell, whose link covers it. */
export function Table<Row>({ name, columns, rows, id, path, isBusy = false }: TableProps<Row>) {
  return (
    <div class="table-frame" aria-busy={isBusy}>
      <table class="table">
        <caption class="hidden">{name}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" class={classOf(column)}>
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const page = path?.(row);
            return (
              <tr key={id(row)} class={page ? 'opens' : undefined}>
                {columns.map((column, place) => (
                  <td key={column.name} class={classOf(column)}>
                    {page && place === 0 ? (
                      <a class="row-link" href={to(page)}>
                        {column.cell(row)}
                      </a>
                    ) : (
                      column.cell(row)
                    )}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

const classOf = <Row,>({ isNumber, phone, isWide }: Column<Row>) =>
  [isNumber && 'number', isWide && 'wide', phone ? `phone-${phone}` : 'phone-none'].filter(Boolean).join(' ');

interface ListProps<Answer, Row> extends Omit<TableProps<Row>, 'rows' | 'isBusy'> {
  reading: Reading<Answer>;
  rows: (answer: Answer) => Row[];
  empty: ComponentChildren;
  /** Below the table, e.g. the pager. */
  after?: (answer: Answer) => ComponentChildren;
}

/** A list with each of its states: loading, refused, empty, and rows. */
export function List<Answer, Row>({ reading, rows, empty, after, ...table }: ListProps<Answer, Row>) {
  const { data, fault, isBusy, reload } = reading;
  return (
    <>
      {fault && <Fault fault={fault} again={reload} />}
      {data === null && !fault && <Loading lines={8} />}
      {data !== null && rows(data).length === 0 && <div aria-busy={isBusy}>{empty}</div>}
      {data !== null && rows(data).length > 0 && (
        <>
          <Table {...table} rows={rows(data)} isBusy={isBusy} />
          {after?.(data)}
        </>
      )}
    </>
  );
}

export const nothingMatches = () => t('list.nothing');
