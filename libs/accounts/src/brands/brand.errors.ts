import { invalidState } from '@app/kernel';

export const brandNameDecided = () => invalidState('This display name does not wait for a review any more.');
export const noLogo = () => invalidState('This brand has no logo.');
