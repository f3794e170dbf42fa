/**
 * What the screens share. They import it from here alone, so that it is built into one chunk.
 */
export { useEffect, useRef, useState } from 'preact/hooks';
export { useLocation, useRoute } from 'preact-iso/router';
export type { ActionName } from './actions';
export { minus, plus } from './amounts';
export { call, download, fileAddress, type Fields, newKey, type Page, read, saveFile } from './api';
export { CURRENCIES } from './currencies';
export { can, loadMe, me } from './me';
export { mode, to } from './mode';
export { Refusal } from './refusal';
export { signIn } from './session';
export * as settings from './settings';
export { start } from './start';
export * from './texts';
export { useDryRun } from './use-dry-run';
export { useScreenKeys } from './use-keys';
export { useQuery } from './use-query';
export { faultOf, type Reading, refreshAll, useRead } from './use-read';
export { Bars } from './parts/bars';
export { appFields, AppField } from './parts/app-field';
export { CurrencyField } from './parts/currency-field';
export { Dialog, FormDialog } from './parts/dialog';
export { ChoiceFilter, DateRange, Filters, SearchField, Tabs } from './parts/filters';
export { AreaField, CheckField, FileField, PinField, SelectField } from './parts/fields';
export { Form, TextField, type Values, valuesOf } from './parts/form';
export { Icon, type IconName } from './parts/icons';
export { Card, Columns, Facts, Head } from './parts/layout';
export { Link } from './parts/link';
export { OutsideLink } from './parts/outside-link';
export { Pager } from './parts/pager';
export { Empty, Fault, Loading, messageOf, Notice } from './parts/states';
export { type Column, List, nothingMatches, Table } from './parts/table';
export { Story, whyOf } from './parts/story';
export { type Entry, Timeline } from './parts/timeline';
export { toast } from './parts/toast';
export { QrCode } from './parts/qr-code';
export { CopyButton, Id, Pill, Secret, Time } from './parts/values';
