/**
 * What all screens share: it is a part of the first load. What few screens use stays out of here, and they import it from
 * its file.
 */
export { useEffect, useRef, useState } from 'preact/hooks';
export { useLocation, useRoute } from 'preact-iso/router';
export type { ActionName } from './actions';
export { minus, plus } from './amounts';
export { call, download, fileAddress, newKey, type Page, read, saveFile } from './api';
export { CURRENCIES } from './currencies';
export { can, loadMe, me } from './me';
export { mode, to } from './mode';
export { Refusal } from './refusal';
export { signIn } from './session';
export * as settings from './settings';
export { start } from './start';
export * from './formats';
export { counted, fullMoment, label, moment, number, t, type TextName } from './texts';
export { useScreenKeys } from './use-keys';
export { useQuery } from './use-query';
export { faultOf, type Reading, refreshAll, useRead } from './use-read';
export { CurrencyField } from './parts/currency-field';
export { Dialog, FormDialog } from './parts/dialog';
export { ChoiceFilter, DateRange, Filters, SearchField, Tabs } from './parts/filters';
export { AreaField, CheckField, FileField, PinField, SelectField } from './parts/fields';
export { Form, TextField, type Values, valuesOf } from './parts/form';
export { Icon } from './parts/icons';
export { Card, Columns, Facts, Head } from './parts/layout';
export { Link } from './parts/link';
export { OutsideLink } from './parts/outside-link';
export { Pager } from './parts/pager';
export { Pending } from './parts/pending';
export { Empty, Fault, Loading, messageOf, Notice } from './parts/states';
export { type Column, List, nothingMatches, Table } from './parts/table';
export { type Entry, Timeline } from './parts/timeline';
export { toast } from './parts/toast';
export { CopyButton, Id, Pill, Secret, Time } from './parts/values';
