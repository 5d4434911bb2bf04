/* Keeps a click ID for 30 days. keptClick() returns it; inputs named clickid get it. */
(function (d, w) {
var s = d.currentScript, v = "", l = location, k = "click_id"
function a(n) { return (s && s.getAttribute("data-" + n)) || "" }
var q = new URLSearchParams(l.search + "&" + l.hash.replace(/^#.*\?|^#/, ""))
;(a("names") || "clickid").split(" ").forEach(function (n) { if (/^[\da-f-]{36}$/i.test(q.get(n))) v = q.get(n) })
try {
if (v) {
d.cookie = k + "=" + v + ";path=/;max-age=2592000;samesite=lax" + (a("domain") && ";domain=" + a("domain"))
localStorage[k] = v + Date.now()
} else {
var o = localStorage[k] || ""
v = (d.cookie.match(/\bclick_id=([\w-]{36})/) || [])[1] || (o.slice(36) > Date.now() - 2592e6 ? o.slice(0, 36) : "")
}
} catch (e) { w.keptErr = e }
w.keptClick = function () { return v }
function f() { d.querySelectorAll("input[name=clickid]").forEach(function (i) { i.value = i.value || v }) }
if (d.readyState == "loading") d.addEventListener("DOMContentLoaded", f)
else f()
})(document, window)
