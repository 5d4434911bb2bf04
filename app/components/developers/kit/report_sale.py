# Reports sales, and repeats what could not be delivered. Needs Python 3.8, no packages.
# When an order is paid:  report_sale({"clickid": …, "event": "sale", "txid": "A-1001", "amount": "49.90", "currency": "USD"})
# Every minute, by cron:  POSTBACK_SECRET=… python3 report_sale.py
import contextlib, glob, hashlib, http.client, json, os, time, urllib.error, urllib.parse, urllib.request

URL = os.environ.get("POSTBACK_URL", "https://office.example.org/api/postback")
SECRET = os.environ.get("POSTBACK_SECRET", "SECRET")
OUTBOX = os.environ.get("POSTBACK_OUTBOX", "outbox")


def report_sale(sale):
    """Stores the sale before it is sent, so that none is lost. Fails only if it cannot be stored."""
    parts = [sale.get("event", ""), sale.get("status", ""), sale.get("txid") or sale.get("clickid", "")]
    name = hashlib.sha256("\n".join(map(str, parts)).encode()).hexdigest()
    os.makedirs(OUTBOX, exist_ok=True)
    file = os.path.join(OUTBOX, name + ".json")
    store(file, {"sale": sale, "tries": 0, "nextTry": 0})
    # The customer waits for this one. Those that wait for a later try are sent by cron.
    send(file, 5)


def send_outbox():
    """Sends the sales that are due. Refused ones are kept as .refused, with the answer."""
    for file in glob.glob(os.path.join(glob.escape(OUTBOX), "*.json")):
        send(file, 30)


def send(file, timeout):
    try:
        with open(file, encoding="utf-8") as opened:
            entry = json.load(opened)
    except FileNotFoundError:
        return  # Another process has just sent it.
    if entry["nextTry"] > time.time():
        return
    status, text, wait = post(entry["sale"], timeout)
    if status in (200, 202):
        with contextlib.suppress(FileNotFoundError):
            os.remove(file)
    elif status in (400, 405, 409, 413, 414, 415):
        store(file, {**entry, "answer": text})
        os.replace(file, file[:-4] + "refused")
    else:
        pause = max(wait, min(5 * 2 ** entry["tries"], 3600))
        tried = {"tries": entry["tries"] + 1, "nextTry": int(time.time()) + pause, "answer": text}
        store(file, {**entry, **tried})


def post(sale, timeout):
    body = urllib.parse.urlencode(sale).encode()
    request = urllib.request.Request(URL, body, {"Authorization": "Bearer " + SECRET})
    try:
        with urllib.request.urlopen(request, timeout=timeout) as answer:
            return answer.status, answer.read().decode(), 0
    except urllib.error.HTTPError as error:
        wait = error.headers.get("Retry-After", "")
        return error.code, error.read().decode(), int(wait) if wait.isdigit() else 0
    except (OSError, http.client.HTTPException) as error:
        return 0, str(error), 0


def store(file, entry):
    new = f"{file}.{os.getpid()}"
    with open(new, "w", encoding="utf-8") as opened:
        json.dump(entry, opened)
    os.replace(new, file)


if __name__ == "__main__":
    send_outbox()
