/**
 * What the screens share. They import it from here alone, so that it is built into one chunk.
 */
export { useEffect, useRef, useState } from 'preact/hooks';
export { useLocation, useRoute } from 'preact-iso/router';
export { minus, plus } from './amounts';
export { call, download, fileAddress, type Fields, newKey, type Page, read, saveFile } from './api';
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
export { faultOf, type Reading, useRead } from './use-read';
export { Bars } from './parts/bars';
export { Dialog, FormDialog } from './parts/dialog';
export { ChoiceFilter, DateRange, Filters, SearchField, Tabs } from './parts/filters';
export { AreaField, CheckField, FileField, SelectField } from './parts/fields';
export { Form, PinField, TextField, type Values } from './parts/form';
export { Icon, type IconName } from './parts/icons';
export { Card, Columns, Facts, Head } from './parts/layout';
export { Link, OutsideLink } from './parts/link';
export { Pager } from './parts/pager';
export { Empty, Fault, Loading, Notice } from './parts/states';
export { type Column, List, nothingMatches, Table } from './parts/table';
export { type Entry, Timeline } from './parts/timeline';
export { toast } from './parts/toast';
export { CopyButton, Id, Pill, Secret, Time } from './parts/values';
