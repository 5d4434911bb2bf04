/* Reports the sale of a thank-you page: data-key, and data-txid, data-amount, data-currency, data-event. */
(function (d, w) {
var s = d.currentScript, q = new URLSearchParams({ event: "sale" }), v = ""
;["key", "event", "txid", "amount", "currency"].forEach(function (n) { var t = s.getAttribute("data-" + n); if (t) q.set(n, t) })
try { v = (d.cookie.match(/\bclick_id=([\w-]{36})/) || [])[1] || (localStorage.click_id || "").slice(0, 36) } catch (e) { w.keptErr = e }
if (!v) return
q.set("clickid", v)
function send(wait) {
function again() { if (wait < 99) setTimeout(send, wait * 1e3, wait * 2) }
fetch(s.src.replace(/kit\/1\/.*/, "api/pixel.gif?" + q), { keepalive: true, credentials: "omit" }).then(function (r) {
w.pixelVerdict = r.headers.get("X-Postback-Verdict")
if (/unavailable|fault|too_many/.test(w.pixelVerdict)) again()
}, again)
}
send(2)
})(document, window)
