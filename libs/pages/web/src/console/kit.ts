/**
 * What the screens share. They import it from here alone, so that it is built into one chunk.
 */
export { useEffect, useRef, useState } from 'preact/hooks';
export { useLocation, useRoute } from 'preact-iso/router';
export { minus, plus } from './amounts';
export { call, type Page, read, saveFile } from './api';
export { can, loadMe, me } from './me';
export { mode } from './mode';
export { Refusal } from './refusal';
export { signIn } from './session';
export * as settings from './settings';
export { start } from './start';
export * from './texts';
export { useQuery } from './use-query';
export { faultOf, useRead } from './use-read';
export { Bars } from './parts/bars';
export { FormDialog } from './parts/dialog';
export { DateRange, Filters, SearchField, Tabs } from './parts/filters';
export { Form, SelectField, TextField, PinField } from './parts/form';
export { Icon } from './parts/icons';
export { Card, Columns, Facts, Head } from './parts/layout';
export { Link } from './parts/link';
export { Pager } from './parts/pager';
export { Empty, Fault, Loading, Notice } from './parts/states';
export { type Column, List, nothingMatches } from './parts/table';
export { type Entry, Timeline } from './parts/timeline';
export { toast } from './parts/toast';
export { CopyButton, Id, Pill, Secret, Time } from './parts/values';
