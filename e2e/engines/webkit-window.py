#!/usr/bin/python3
"""A WebKit window with nothing around it, for WebKitWebDriver: the page has exactly the size that is asked for.

Usage: webkit-window.py SOCKET. MiniBrowser, which the driver starts otherwise, gets no narrower than 447 px, and the
driver's own screenshot can hang. On SOCKET (a Unix socket's path) it takes one command a connection and answers in
JSON: `size WIDTH HEIGHT`, `scheme light` or `dark`, `picture FILE.png`, and `uncaught` for what pages threw and nobody caught.
"""

import json
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gdk, Gio, GLib, Gtk, WebKit2  # noqa: E402

# No motion, as in the other journeys.
Gtk.Settings.get_default().set_property("gtk-enable-animations", False)
context = WebKit2.WebContext.new_ephemeral()
context.set_automation_allowed(True)
window = Gtk.Window(decorated=False)
content = WebKit2.UserContentManager()
uncaught = []

# WebDriver tells nothing of what a page throws.
REPORT = """
const report = (error) => webkit.messageHandlers.uncaught.postMessage(String(error?.stack ? error + " " + error.stack : error));
addEventListener("error", ({ error, message }) => report(error ?? message));
addEventListener("unhandledrejection", ({ reason }) => report(reason));
"""
content.add_script(
    WebKit2.UserScript.new(
        REPORT, WebKit2.UserContentInjectedFrames.TOP_FRAME, WebKit2.UserScriptInjectionTime.START, None, None
    )
)
content.connect(
    "script-message-received::uncaught", lambda _, result: uncaught.append(result.get_js_value().to_string())
)
content.register_script_message_handler("uncaught")


def new_view(_session):
    view = WebKit2.WebView(web_context=context, user_content_manager=content, is_controlled_by_automation=True)
    window.add(view)
    window.show_all()
    return view


def on_started(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("webkit-window")
    session.set_application_info(info)
    session.connect("create-web-view", new_view)


def do(command, *given):
    if command == "size":
        window.resize(int(given[0]), int(given[1]))
    elif command == "scheme":
        Gtk.Settings.get_default().set_property("gtk-application-prefer-dark-theme", given[0] == "dark")
    elif command == "picture":
        shown = window.get_window()
        Gdk.pixbuf_get_from_window(shown, 0, 0, shown.get_width(), shown.get_height()).savev(given[0], "png", [], [])
    return uncaught


def on_told(_service, connection, _source):
    told = Gio.DataInputStream.new(connection.get_input_stream()).read_line_utf8(None)[0]
    connection.get_output_stream().write_all(json.dumps(do(*told.split(" "))).encode(), None)
    return True


service = Gio.SocketService.new()
service.add_address(Gio.UnixSocketAddress.new(sys.argv[1]), Gio.SocketType.STREAM, Gio.SocketProtocol.DEFAULT, None)
service.connect("incoming", on_told)
service.start()
context.connect("automation-started", on_started)
GLib.MainLoop().run()
