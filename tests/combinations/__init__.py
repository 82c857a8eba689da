"""Every pair of options of every command on tiny data.

What is tried: commands, values, pairs, methods; on what: data; how: harness; what must hold: judging.
"""
