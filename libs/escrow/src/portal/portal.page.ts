import { Money } from '@app/kernel';
import { businessMark, html, type Html, layout, type PageBrand, type PageContext, Texts } from '@app/pages';
import { isOverdue } from '../escrows/escrow.states';
import type { EscrowFacts } from '../escrows/escrow.view';
import { PORTAL_TEXTS, type PortalTexts } from './portal-texts';

export interface PortalPage extends PageContext {
  facts: EscrowFacts;
  brand: PageBrand;
  now: Date;
}

/** The page on which a buyer without an account follows, releases or disputes an escrow. It needs no script. */
export function portalPage({ facts, brand, path, now, nonce, locale, style }: PortalPage): string {
  const { escrow, parties } = facts;
  const texts = new Texts(locale, PORTAL_TEXTS);
  const payee = parties.beneficiary.publicName;
  return layout({
    title: `${texts.t(`portal.title.${escrow.status}`)} – ${payee}`,
    isTest: escrow.mode === 'test',
    texts,
    nonce,
    style,
    brand,
    foot: texts.t('portal.foot'),
    content: html`${summary(texts, facts, brand)} ${panel(texts, facts, path, now)}`,
  });
}

function summary(texts: PortalTexts, { escrow, parties }: EscrowFacts, brand: PageBrand): Html {
  const { amount, fee, description } = escrow;
  const payee = parties.beneficiary.publicName;
  return html`<section class="summary" aria-label="${texts.t('portal.summary')}">
    <p class="payee">
      ${businessMark(brand, payee)}
      <span>${texts.t('portal.held', { payee })}</span>
    </p>
    <p class="summary-label">${texts.t('portal.paid')}</p>
    <p class="amount">
      <span id="amount">${texts.money(amount.plus(fee))}</span>
    </p>
    ${description && html`<p class="description typed">${description}</p>`}
    <dl class="lines">
      <dt>${texts.t('portal.order')}</dt>
      <dd>${texts.money(amount)}</dd>
      <dt>${texts.t('portal.fee')}</dt>
      <dd>${texts.money(fee)}</dd>
    </dl>
    ${escrow.mode === 'test' && html`<p class="fine">${texts.t('portal.test')}</p>`}
  </section>`;
}

function panel(texts: PortalTexts, facts: EscrowFacts, path: string, now: Date): Html {
  switch (facts.escrow.status) {
    case 'funded':
      return funded(texts, facts, path, now);
    case 'disputed':
      return disputed(texts, facts, path);
    default:
      return closed(texts, facts);
  }
}

function funded(texts: PortalTexts, { escrow, parties }: EscrowFacts, path: string, now: Date): Html {
  const { amount, condition, deadlineAt } = escrow;
  const payee = parties.beneficiary.publicName;
  return html`<section class="panel">
    <h1>${texts.t('portal.funded')}</h1>
    <p>${texts.t('portal.funded.text', { payee })}</p>
    ${isOverdue(escrow, now) && html`<p class="notice">${texts.t('portal.overdue')}</p>`}
    <dl class="receipt">
      ${condition && line(texts.t('portal.condition'), condition)}
      ${deadlineAt && line(texts.t('portal.deadline'), texts.time(deadlineAt))}
      ${line(texts.t('portal.since'), texts.time(escrow.fundedAt))}
      ${line(texts.t('portal.reference'), escrow.id)}
    </dl>
    <form method="post" action="${path}/release?lang=${texts.locale}">
      <label class="sure">
        <input type="checkbox" name="sure" value="yes" required />
        <span>${texts.t('portal.release.sure')}</span>
      </label>
      <button class="button">${texts.t('portal.release', { amount: texts.money(amount) })}</button>
    </form>
    <details>
      <summary>${texts.t('portal.dispute')}</summary>
      <form method="post" action="${path}/dispute?lang=${texts.locale}">
        <p>${texts.t('portal.dispute.text')}</p>
        ${longField(texts.t('portal.reason'), 'reason')}
        <div class="field">
          <label for="evidence">${texts.t('portal.evidence')}</label>
          <input id="evidence" name="evidence" maxlength="2048" autocomplete="off" />
        </div>
        <button class="button quiet">${texts.t('portal.dispute.send')}</button>
      </form>
    </details>
  </section>`;
}

function disputed(texts: PortalTexts, facts: EscrowFacts, path: string): Html {
  const dispute = facts.dispute!;
  const mayAnswer = dispute.raisedBy === 'beneficiary' && dispute.status === 'open';
  return html`<section class="panel">
    <h1>${texts.t('portal.disputed')}</h1>
    <p>${texts.t('portal.disputed.text', { time: texts.time(dispute.resolveBy) })}</p>
    ${statements(texts, facts)}
    ${
      mayAnswer &&
      html`<form method="post" action="${path}/respond?lang=${texts.locale}">
        ${longField(texts.t('portal.answer.label'), 'response')}
        <button class="button">${texts.t('portal.answer.send')}</button>
      </form>`
    }
  </section>`;
}

function closed(texts: PortalTexts, facts: EscrowFacts): Html {
  const { escrow, dispute, parties } = facts;
  const payee = parties.beneficiary.publicName;
  const [title, text] = {
    released: () => [
      texts.t('portal.released', { payee }),
      texts.t('portal.released.text', {
        payee,
        amount: texts.money(escrow.amount),
        time: texts.time(escrow.releasedAt!),
      }),
    ],
    refunded: () => [
      texts.t('portal.refunded'),
      texts.t('portal.refunded.text', { amount: texts.money(escrow.amount.plus(escrow.fee)) }),
    ],
    resolved_split: () => [
      texts.t('portal.split'),
      texts.t('portal.split.text', {
        payee,
        theirs: share(texts, escrow.currency, dispute!.beneficiaryMinor!),
        yours: share(texts, escrow.currency, dispute!.initiatorMinor!),
      }),
    ],
  }[escrow.status as 'released' | 'refunded' | 'resolved_split']();
  return html`<section class="panel">
    <h1>${title!}</h1>
    <p>${text!}</p>
    ${dispute && statements(texts, facts)}
    <dl class="receipt">
      ${line(texts.t('portal.since'), texts.time(escrow.fundedAt))}
      ${line(texts.t('portal.reference'), escrow.id)}
    </dl>
  </section>`;
}

/** The statements of both sides and the decision. */
function statements(texts: PortalTexts, { dispute, parties }: EscrowFacts): Html {
  const { raisedBy, reason, evidence, response, resolutionNote } = dispute!;
  const payee = parties.beneficiary.publicName;
  const mine = raisedBy === 'initiator';
  const lines: [string, string | null][] = [
    [texts.t(mine ? 'portal.yours' : 'portal.theirs', { payee }), reason],
    [texts.t('portal.shown'), evidence],
    [texts.t(mine ? 'portal.answer.theirs' : 'portal.answer'), response],
    [texts.t('portal.decision'), resolutionNote],
  ];
  return html`<dl class="statements">
    ${lines.map(([term, text]) => (text === null ? html`` : line(term, text)))}
  </dl>`;
}

function longField(label: string, name: string): Html {
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <textarea id="${name}" name="${name}" rows="4" required minlength="3" maxlength="500"></textarea>
  </div>`;
}

function line(term: string, value: string): Html {
  return html`<dt>${term}</dt>
    <dd>${value}</dd>`;
}

function share(texts: PortalTexts, currency: Money['currency'], minor: bigint): string {
  return texts.money(new Money(minor, currency));
}
