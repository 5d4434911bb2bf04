/**
 * Templates of postback addresses for trackers. Their click ID is expected in `sub1` of the tracked link. Capitals stand for
 * the parts that each customer has.
 */
export const TRACKERS = [
  { name: "Voluum", url: "https://YOUR-DOMAIN/postback?cid={sub1}&payout={payout}&txid={txid}" },
  { name: "RedTrack", url: "https://YOUR-DOMAIN/postback?clickid={sub1}&sum={payout}&type={event}" },
  {
    name: "Binom",
    url: "https://YOUR-DOMAIN/click.php?cnv_id={sub1}&payout={payout}&cnv_status={status}&cnv_currency=PHP",
  },
  {
    name: "Keitaro",
    url: "https://YOUR-DOMAIN/YOUR-KEY/postback?subid={sub1}&status={status}&payout={payout}&currency=PHP&tid={txid}",
  },
] as const;
